export { createEmbeddedEngine, type EmbeddedConfig, type EmbeddedEngine } from './embedded/embeddedEngine.ts'
export type { SfuStats } from './embedded/ipc.ts'
export { attachRoomGateway, type RoomGatewaySetup } from './gateway.ts'
export type { RoomTapHandle, TappableRooms, TappedBatch, TappedPacket } from './roomTap.ts'
