export { createSmsBudget, type SmsBudget, type SmsBudgetState, smsBudgetStatus, totalOf } from './budget.ts'
export { createGuessingNotices } from './guessingNotices.ts'
export { createSqlSmsStore } from './store.sql.ts'
