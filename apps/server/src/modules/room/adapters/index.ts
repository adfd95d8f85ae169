export { createEmbeddedEngine, type EmbeddedConfig, type EmbeddedEngine } from './embedded/embeddedEngine.ts'
export type { SfuStats } from './embedded/ipc.ts'
export { attachRoomGateway, type RoomGatewaySetup } from './gateway/gateway.ts'
