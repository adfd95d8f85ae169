export { attachImGateway } from './gateway.ts'
export { broadcast } from './socketConnection.ts'
