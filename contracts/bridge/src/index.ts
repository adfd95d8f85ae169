export type {
	Bridge,
	BridgeInfo,
	CallAnswer,
	CallArguments,
	CallFailure,
	CallReply,
	PageHandlerArguments,
} from './bridge.ts'
export { type BridgeJoinParameters, callArguments } from './callArguments.ts'
export {
	appUserAgentToken,
	type BootCallback,
	type BridgeBoot,
	type BridgeWindow,
	bootFrameUrls,
	type InjectedBridge,
	type Respond,
	readyEvent,
	safeAreaProperties,
	type WireHandler,
} from './convention.ts'
export { pageHandlerExamples, shellCallExamples, shellReplyExamples } from './examples.ts'
export {
	findShellHandler,
	getShellHandler,
	type PageHandlerName,
	pageHandlerAliases,
	pageHandlers,
	type ShellHandlerName,
	shellHandlers,
} from './handlers.ts'
export { parsePayload } from './parsePayload.ts'
export type { VersionInfo } from './payloads.ts'
