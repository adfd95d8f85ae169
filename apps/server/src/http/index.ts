export { serveSimulatedPhone } from '../demo/simulatedPhone.ts'
export { serveThisMachineOnly } from '../demo/thisMachineOnly.ts'
export { serveHelp } from '../modules/help/adapters/help.ts'
export { serveImCalls } from '../modules/messaging/adapters/http/imCalls.ts'
export { type ImDemo, serveGroupInvitation, serveImPage } from '../modules/messaging/adapters/http/imPage.ts'
export { servePictures } from '../modules/picture/adapters/pictures.ts'
export { serveAgreements } from '../modules/site/adapters/agreements.ts'
export { connectionEndLog, logAccess } from './accessLog.ts'
export { createApp, setCertificate, type Tls } from './app.ts'
export { createAuthenticate } from './authenticate.ts'
export { registerCalls } from './callRoutes.ts'
export { browserOf, csrf } from './csrf.ts'
export { devServerAt } from './devServer.ts'
export { handleErrors } from './errorHandler.ts'
export { addSecurityHeaders } from './headers.ts'
export { serveHealth } from './health.ts'
export {
	createMetricsServer,
	measureLive,
	measureMessaging,
	measureRequests,
	measureSmsBudgets,
	measureSweeps,
	serveMetrics,
} from './metrics.ts'
export { serveNoSupport } from './noSupport.ts'
export { serveDocs } from './openapi.ts'
export { builtPage, servePage } from './page.ts'
export {
	measureCalls,
	measureCertificate,
	measureDatabase,
	measureJobs,
	measureLimits,
	measureMedia,
	measureRooms,
} from './serverMetrics.ts'
export { endUnknownUpgrades, isAtPath } from './unknownUpgrades.ts'
