export type { Nodes } from './registry.ts'
