// The measurements of the budgets: the same browser and program as in the tests, another folder.
import tests from './playwright.config.ts';

export default { ...tests, testDir: 'bench', testMatch: '*.bench.ts', timeout: 600_000, reporter: 'line' };
