import { imPaths } from '@parley/im'

/** Addresses of the four servers, without a trailing slash. */
export interface Servers {
	/** Messages, by socket. */
	chat: string
	/** Server for online status. */
	api: string
	/** Device information and flow logs. */
	monitor: string
	/** Tokens. */
	userSign: string
}

export type EnvironmentName = 'dev' | 'prod'

/** `prod` is the origin of the page; `dev` a server on this machine (IMC-16). */
const origins: Record<EnvironmentName, string> = { prod: '', dev: 'http://localhost:8080' }

export interface ServerOptions {
	/** `prod` without it. */
	env?: EnvironmentName
	/** Each replaces that of the environment (IMC-17). */
	servers?: Partial<Servers>
	/** Path of the socket on the chat server (IMC-18). */
	socketPath?: string
}

/** The servers a token is for, from the answer that issued it (ENT-21). */
export type ServersOfToken = Partial<Pick<Servers, 'chat' | 'api' | 'monitor'>>

/** Each one given here takes precedence over the environment's. */
export function chooseServers({ env = 'prod', servers, socketPath = imPaths.socket }: ServerOptions): Servers & {
	socketPath: string
} {
	const origin = origins[env]
	return { chat: origin, api: origin, monitor: origin, userSign: origin, ...servers, socketPath }
}
