export { createEmbeddedEngine, type EmbeddedConfig, type EmbeddedEngine } from './embedded/embeddedEngine.ts'
export type { RoomGatewaySetup } from './gateway/gateway.ts'
