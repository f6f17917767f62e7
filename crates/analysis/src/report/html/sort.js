"use strict";
for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead button").forEach((button, column) => {
    let rising = false;
    button.addEventListener("click", () => {
      rising = !rising;
      const key = (row) => row.cells[column].textContent;
      const number = (row) => parseFloat(key(row).replace("−", "-"));
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => {
        const difference = number(a) - number(b);
        const order = Number.isNaN(difference) ? key(a).localeCompare(key(b)) : difference;
        return rising ? order : -order;
      });
      table.tBodies[0].append(...rows);
    });
  });
}
