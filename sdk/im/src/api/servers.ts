import { imPaths } from '@parley/im'

/** Where the four servers are, without a slash at the end. */
export interface Servers {
	/** Messages, by socket. */
	chat: string
	/** Who is online. */
	api: string
	/** Device information and flow logs. */
	monitor: string
	/** Tokens. */
	userSign: string
}

export type EnvironmentName = 'dev' | 'prod'

const all = (origin: string): Servers => ({ chat: origin, api: origin, monitor: origin, userSign: origin })

/** `prod` is the server the page came from; `dev` one on this machine (IMC-16). */
const environments: Record<EnvironmentName, Servers> = { prod: all(''), dev: all('http://localhost:8080') }

export interface ServerOptions {
	/** `prod` without it. */
	env?: EnvironmentName
	/** Each replaces that of the environment (IMC-17). */
	servers?: Partial<Servers>
	/** Of the socket on the chat server (IMC-18). */
	socketPath?: string
}

export function chooseServers({ env = 'prod', servers, socketPath = imPaths.socket }: ServerOptions) {
	return { ...environments[env], ...servers, socketPath }
}
