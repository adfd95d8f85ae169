export { memoryStorage } from '../browser/storage.ts'
export { type MemoryNetwork, memoryTransport, type ServerEnd } from '../transport/memory.ts'
export { createVirtualBrowser, createVirtualPage, type VirtualBrowser, type VirtualPage } from './virtualPage.ts'
export { createVirtualTime, type VirtualTime } from './virtualTime.ts'
