import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Check } from './check.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { GatewayEdge } from './gatewayOptions.ts'
import type { CallHandlers } from './handlers.ts'
import type { Ids } from './ids.ts'
import type { Job } from './jobs.ts'
import type { Log } from './log.ts'
import type { CreateRateLimit } from './rateLimit.ts'
import type { Secrets } from './secrets.ts'
import type { Tunnels } from './tunnels.ts'

/** Dependencies every noun is opened with, besides the nouns it names in its `deps`. */
export interface Platform {
	config: Config
	db: Db
	clock: Clock
	/** Milliseconds since an arbitrary moment; unaffected by adjustments of the system clock. */
	elapsedMs(): number
	ids: Ids
	createRateLimit: CreateRateLimit
	log: Log
	secrets: Secrets
	/** Resolves after `ms` milliseconds. */
	pause(ms: number): Promise<void>
	/** The database contains the demo. */
	isDemo: boolean
}

/** HTTP functions available to routes that are not calls. */
export interface HttpEdge {
	registry: Registry
	/** Returns the id of the browser that sends a request. */
	browserOf(request: FastifyRequest): string
}

/** Server functions available to WebSockets. */
export interface SocketEdge extends GatewayEdge {
	clock: Clock
	browsersPerAddress: number
	/** Returns the prefix of links when no public address is set. */
	originOf(request: IncomingMessage): string
	/** Returns the host name a request was sent to. */
	hostOf(request: IncomingMessage): string
	/** Undefined where only one node can run. */
	tunnels?: Tunnels
}

/** The HTTP server that routes are registered on. */
export type HttpApp = FastifyInstance

/** A part of the server that `/readyz` reports, such as the media engine. */
export interface ComponentCheck {
	/** Its field in the answer. */
	name: string
	/** False or a rejection means that the component is down. */
	check(): Promise<boolean>
}

/**
 * The contribution of an open noun to the server. The server starts nouns in the order of the list and stops them in
 * reverse; every part is optional.
 */
export interface OpenNoun {
	/** Handlers of its calls, by the name of their group in `/docs`. */
	calls?: Record<string, CallHandlers>
	/**
	 * Prepares the scope its calls are registered in, with routes that share it, such as those that answer other origins.
	 */
	callScope?(scope: HttpApp, edge: HttpEdge): Promise<void>
	/** Adds hooks that concern the routes of every noun. */
	prepare?(app: HttpApp): void
	/** Routes that are not calls: pages, files and third-party protocols. */
	routes?(app: HttpApp, edge: HttpEdge): void | Promise<void>
	/** Attaches its WebSockets to the server. */
	sockets?(edge: SocketEdge): void
	/** Paths of its WebSockets, which other upgrades must not use. */
	socketPaths?: readonly string[]
	/** Run every minute by the leading server of a database, in the order of the nouns; those of each node by every server. */
	jobs?: readonly Job[]
	/** Registers its metrics; each is listed in docs/metrics.md. */
	metrics?(registry: Registry): void
	/** If one of these is down, the server is `degraded` and still answers everything else. */
	components?: readonly ComponentCheck[]
	/** Runs before the server listens and before the jobs. */
	start?(): void | Promise<void>
	/** Called on all nouns, before any of them stops: it refuses new work from here on. */
	beginStop?(): void
	/** Ends its connections and timers while requests are still answered. */
	stop?(): void | Promise<void>
	/** Releases resources that requests may have used until the end. */
	close?(): void | Promise<void>
}

/** The result of a noun's `open`: its contribution, and everything it offers to other nouns. */
type Contributes<Opened> = { [K in keyof Opened]: K extends keyof OpenNoun ? OpenNoun[K] : unknown }

/** A noun of the server; `nouns.ts` lists them. */
interface Noun<Name extends string, Deps, Opened> {
	/** The name other nouns use for it in their `deps`. */
	readonly name: Name
	/** Creates it from what it needs; nothing runs before `start`. */
	readonly open: (deps: Deps) => Opened
	/** Its lines of `parley doctor`, which runs without the server. */
	readonly checks?: readonly Check[]
}

/**
 * Nouns in the order they are opened. A noun names the nouns it needs in its `deps`; if one of them does not come
 * earlier in the list, `add` does not compile.
 */
export class NounList<Base extends object, Opened extends object = object> {
	private readonly nouns: readonly Noun<string, never, object>[]

	constructor(nouns: readonly Noun<string, never, object>[] = []) {
		this.nouns = nouns
	}

	add<Name extends string, Added extends Contributes<Added>>(noun: Noun<Name, Base & Opened, Added>) {
		return new NounList<Base, Opened & Record<Name, Added>>([...this.nouns, noun as Noun<string, never, object>])
	}

	/** The checks of all of them. */
	get checks(): readonly Check[] {
		return this.nouns.flatMap(({ checks = [] }) => checks)
	}

	/** Opens all of them. */
	open(base: Base): Opened {
		const opened: Record<string, object> = {}
		for (const { name, open } of this.nouns) opened[name] = open({ ...base, ...opened } as never)
		return opened as Opened
	}
}
