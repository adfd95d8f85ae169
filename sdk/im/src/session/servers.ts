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
	/** Defaults to `prod`. */
	env?: EnvironmentName
	/** Replaces single servers of the environment (IMC-17). */
	servers?: Partial<Servers>
	/** Path of the socket on the chat server (IMC-18). */
	socketPath?: string
}

/** Servers a token is for, from the answer that issued it (ENT-21). */
export type ServersOfToken = Partial<Pick<Servers, 'chat' | 'api' | 'monitor'>>

/** Chooses the servers: given ones take precedence over those of the environment. */
export function chooseServers({ env = 'prod', servers, socketPath = imPaths.socket }: ServerOptions): Servers & {
	socketPath: string
} {
	const origin = origins[env]
	return { chat: origin, api: origin, monitor: origin, userSign: origin, ...servers, socketPath }
}
