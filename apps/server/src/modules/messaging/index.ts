export type { Broadcast, Connection, Hint, HintBus, Timers, WordFilter } from './ports.ts'
export { type ConnectionHandler, createMessaging, type Messaging, type MessagingDeps } from './service.ts'
export { createImTokens, type TokenIdentity } from './tokens.ts'
export { comparableText, createFindWord } from './wordFilter.ts'
