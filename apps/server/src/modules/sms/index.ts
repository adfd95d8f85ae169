export { createSmsBudget, type SmsBudget, type SmsBudgetState, smsBudgetStatus } from './budget.ts'
export { createSqlSmsStore } from './store.sql.ts'
