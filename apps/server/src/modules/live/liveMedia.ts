import type { Registry } from 'prom-client'
import type { HttpApp, HttpEdge, SocketEdge } from '../../platform/noun.ts'
import type { LiveIngest } from './ingest.ts'
import type { LiveEngine, LiveHooks } from './liveEngine.ts'
import { createNoMeetingPublisher, type MeetingPublisher } from './meetingPublisher.ts'
import { noLiveEngine } from './noEngine.ts'
import type { StreamOwner } from './streamOwner.ts'

export type StreamsNode = Pick<StreamOwner, 'findOther' | 'removeIfEnded'>

/**
 * The path of live streams in and out: this server's engine, or an external origin. Features one of them lacks are
 * missing or reported as such; no other code asks which one it is.
 */
export interface LiveMedia {
	engine: LiveEngine
	/** True if the servers of a database share the streams, so that none of them is the one that has them (NODE-41). */
	sharesStreams?: boolean
	/** RTMP address for people who opened the page at `origin`; undefined if publishing over RTMP is not possible. */
	rtmpUrlAt(origin: string): string | undefined
	/** Returns whether the camera of a phone can be published over the socket of this server. */
	takesPhones(): boolean
	/** Publishes meetings. */
	meetingPublisher: MeetingPublisher
	/** Resumes the meetings that were sent to lives by the server that had the streams before; missing where none is sent. */
	resumeMeetings?(): Promise<void>
	/** Publishes from inside the server; missing if the engine only accepts RTMP. */
	ingest?: Pick<LiveIngest, 'publish'>
	/** Scheme and host that viewers pull from, if it is not this server. */
	mediaOrigin?: string
	routes?(app: HttpApp, edge: HttpEdge): void
	socketPaths?: readonly string[]
	/**
	 * @param authorisePublish decides who may publish to which stream
	 * @param owner knows the node that has the streams
	 */
	sockets?(edge: SocketEdge, authorisePublish: LiveHooks['authorisePublish'], owner: StreamsNode): void
	metrics?(registry: Registry): void
	/** Starts accepting streams. */
	start(): void | Promise<void>
	/** Ends all publishers and viewers. */
	stop(): void | Promise<void>
}

/** Live media of a server that neither accepts nor serves live streams. */
export const noLiveMedia: LiveMedia = {
	engine: noLiveEngine,
	rtmpUrlAt: () => undefined,
	takesPhones: () => false,
	meetingPublisher: createNoMeetingPublisher('outsideOrigin'),
	start() {},
	stop() {},
}
