export { connectionEndLog, logAccess } from './accessLog.ts'
export { serveAgreements } from './agreements.ts'
export { createApp, setCertificate, type Tls } from './app.ts'
export { createAuthenticate } from './authenticate.ts'
export { registerCalls } from './callRoutes.ts'
export { browserOf, csrf } from './csrf.ts'
export { devServerAt } from './devServer.ts'
export { handleErrors } from './errorHandler.ts'
export { addSecurityHeaders } from './headers.ts'
export { serveHealth } from './health.ts'
export { serveHelp } from './help.ts'
export { serveImCalls } from './imCalls.ts'
export { type ImDemo, serveGroupInvitation, serveImPage } from './imPage.ts'
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
export { servePictures } from './pictures.ts'
export {
	measureCalls,
	measureCertificate,
	measureDatabase,
	measureJobs,
	measureLimits,
	measureMedia,
	measureRooms,
} from './serverMetrics.ts'
export { serveSimulatedPhone } from './simulatedPhone.ts'
export { serveThisMachineOnly } from './thisMachineOnly.ts'
export { endUnknownUpgrades, isAtPath } from './unknownUpgrades.ts'
