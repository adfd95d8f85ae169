import type { Registry } from 'prom-client'
import type { HttpApp, HttpEdge, SocketEdge } from '../../platform/noun.ts'
import type { LiveIngest } from './ingest.ts'
import type { LiveEngine, LiveHooks } from './liveEngine.ts'
import { type MeetingPublisher, noMeetingPublisher } from './meetingPublisher.ts'
import { noLiveEngine } from './noEngine.ts'

/**
 * How live streams get in and out: the engine of this server, or an outside origin. What one of them cannot do is missing or
 * says so; nothing else asks which one it is.
 */
export interface LiveMedia {
	engine: LiveEngine
	/** Where RTMP is published to, for people who opened the page at `origin`; undefined: nowhere. */
	rtmpUrlAt(origin: string): string | undefined
	/** Whether the camera of a phone can be published over the socket of this server. */
	takesPhones(): boolean
	/** Publishes meetings. */
	meetingPublisher: MeetingPublisher
	/** Publishes from inside the server; missing where the engine takes RTMP alone. */
	ingest?: Pick<LiveIngest, 'publish'>
	/** Scheme and host that viewers pull from, where it is not this server. */
	mediaOrigin?: string
	routes?(app: HttpApp, edge: HttpEdge): void
	socketPaths?: readonly string[]
	/** @param authorisePublish decides who may publish to which stream */
	sockets?(edge: SocketEdge, authorisePublish: LiveHooks['authorisePublish']): void
	metrics?(registry: Registry): void
	/** Begins to take in streams. */
	start(): void | Promise<void>
	/** Ends all publishers and viewers. */
	stop(): void | Promise<void>
}

/** For a server that neither takes in nor serves live streams. */
export const noLiveMedia: LiveMedia = {
	engine: noLiveEngine,
	rtmpUrlAt: () => undefined,
	takesPhones: () => false,
	meetingPublisher: noMeetingPublisher,
	start() {},
	stop() {},
}
