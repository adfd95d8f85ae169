export { nodeChecks } from './checks.ts'
export { findOlderServers } from './olderServers.ts'
export type { Nodes } from './registry.ts'
export { createSqlNodeStore } from './store.sql.ts'
