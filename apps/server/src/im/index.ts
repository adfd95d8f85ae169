export { attachImGateway, type ConnectionListener, type ImGatewaySetup } from './gateway.ts'
export { broadcast } from './socketConnection.ts'
