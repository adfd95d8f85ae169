export { callArguments, type JoinParameters } from './callArguments.ts'
export {
	appToken,
	type BootCallback,
	type BridgeWindow,
	type InjectedBridge,
	knockAddresses,
	type Respond,
	readyEvent,
	safeAreaProperties,
	type WireHandler,
} from './convention.ts'
export type {
	Bridge,
	BridgeInfo,
	CallAnswer,
	CallArguments,
	CallFailure,
	CallReply,
	FiredArguments,
} from './door.ts'
export { callExamples, firedExamples, replyExamples } from './examples.ts'
export {
	type PageHandlerName,
	pageHandlerAliases,
	pageHandlers,
	type ShellHandlerName,
	shellHandler,
	shellHandlerOf,
	shellHandlers,
} from './handlers.ts'
export type { VersionInfo } from './payloads.ts'
export { readPayload } from './reading.ts'
