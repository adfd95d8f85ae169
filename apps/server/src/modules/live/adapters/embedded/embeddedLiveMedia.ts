import { livePublishPath } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { trustProxies } from '../../../../platform/clientAddress.ts'
import { createFileBlobs } from '../../../../platform/fileBlobs.ts'
import { isConnectionRefused } from '../../../../platform/nodeCalls.ts'
import type { Platform } from '../../../../platform/noun.ts'
import { openFolderInS3 } from '../../../../platform/openBlobs.ts'
import type { Tunnels } from '../../../../platform/tunnels.ts'
import type { MediaEngine } from '../../../room/index.ts'
import type { LiveStreamId } from '../../liveEngine.ts'
import type { LiveMedia, StreamsNode } from '../../liveMedia.ts'
import { createNoMeetingPublisher } from '../../meetingPublisher.ts'
import { measureLive } from '../../metrics.ts'
import { createEmbeddedLiveEngine, type EmbeddedLiveEngine } from './engine.ts'
import { serveLive } from './http.ts'
import { composerTunnelPath, type MeetingNodes } from './meetingPublisher/composerTunnel.ts'
import { createEngineMeetingPublisher } from './meetingPublisher/engineMeetingPublisher.ts'
import { createFfmpegMeetingPublisher } from './meetingPublisher/ffmpegMeetingPublisher.ts'
import { createMeetingComposers } from './meetingPublisher/meetingComposers.ts'
import { createMeetingPublisherBySize } from './meetingPublisher/meetingPublisherBySize.ts'
import {
	createMeetingPublisherOfNodes,
	type MeetingPublisherOfNodes,
} from './meetingPublisher/meetingPublisherOfNodes.ts'
import {
	createResumingMeetingPublisher,
	type SentMeetingStore,
	type ServerMeetingPublisher,
} from './meetingPublisher/sentMeetings.ts'
import { attachPhoneGateway } from './phone/gateway.ts'
import { createTranscoding } from './transcoder/transcoding.ts'

const usualRtmpPort = 1935
/** Nodes pass RTMP connections on to it. */
const rtmpTunnelPath = '/-/rtmp'

type EmbeddedMeetingPublisher = ServerMeetingPublisher & {
	connect?: MeetingPublisherOfNodes['connect']
}

/** The parts of other modules that broadcasts of meetings use. */
interface Meetings {
	sent: SentMeetingStore
	participantCount(meetingId: MeetingId): number | Promise<number>
	/** Undefined where only one node can run. */
	nodes: MeetingNodes | undefined
}

/**
 * Live streams through this server's engine: RTMP and phone cameras in, low-latency HLS out; smaller renditions and meetings
 * if the machine has an ffmpeg.
 * @param findKey returns the key of a stream, which its publisher needs
 */
export function createEmbeddedLiveMedia(
	{ config, clock, elapsedMs, ids, log }: Pick<Platform, 'config' | 'clock' | 'elapsedMs' | 'ids' | 'log'>,
	rooms: MediaEngine,
	findKey: (streamId: LiveStreamId) => Promise<string | undefined>,
	{ sent, participantCount, nodes }: Meetings,
): LiveMedia {
	const { edgeSecret } = config.live
	const engine = createEmbeddedLiveEngine({
		...config.live,
		isTrustedProxy: trustProxies(config.trustedProxies),
		media: createFileBlobs(config.liveFolder, clock),
		journals: createFileBlobs(config.liveFolder, clock),
		objects: config.s3 && openFolderInS3(config.s3, 'lives'),
		clock,
		elapsedMs,
		log,
	})
	const transcoding = createTranscoding({ engine, setting: config.live.ffmpeg, clock, log })
	const { ffmpeg } = transcoding
	const meetingPublisher = createResumingMeetingPublisher({
		publisher: openMeetingPublisher(),
		store: sent,
		participantCount,
		clock,
		log,
	})
	function openMeetingPublisher(): EmbeddedMeetingPublisher {
		const { broadcaster } = rooms
		const composing = openComposingPublisher()
		if (!broadcaster) return composing ?? { ...createNoMeetingPublisher('noEgress'), stopAll() {} }
		const ofEngine = createEngineMeetingPublisher({
			engine,
			broadcaster,
			async addressOf(streamId) {
				const key = await findKey(streamId)
				return key && `${broadcaster.serverUrl}/${streamId}?key=${key}`
			},
			elapsedMs,
			log,
		})
		return composing ? createMeetingPublisherBySize({ composing, ofEngine, broadcaster, log }) : ofEngine
	}
	/** The publisher of meetings whose media are on a server of Parley. */
	function openComposingPublisher(): EmbeddedMeetingPublisher | undefined {
		const { tapRoom, hasMediaOf, onEvent } = rooms
		if (!tapRoom) return undefined
		const composers = createMeetingComposers({ rooms: { tapRoom, hasMediaOf, onEvent }, ffmpeg, log })
		const local = createFfmpegMeetingPublisher({ engine, composers })
		return nodes ? createMeetingPublisherOfNodes({ engine, local, composers, nodes, ids, log }) : local
	}
	let rtmpPort: number | undefined
	let phones: ReturnType<typeof attachPhoneGateway> | undefined
	return {
		engine,
		rtmpUrlAt: origin => (rtmpPort === undefined ? undefined : rtmpUrl(origin, rtmpPort)),
		takesPhones: () => true,
		meetingPublisher,
		resumeMeetings: meetingPublisher.resume,
		ingest: engine,
		routes: (app, { browserOf }) => serveLive(app, engine, { browserOf, edgeSecret }),
		socketPaths: [livePublishPath, ...(config.nodeUrl === undefined ? [] : [rtmpTunnelPath, composerTunnelPath])],
		sockets(edge, authorisePublish, owner) {
			if (edge.tunnels) {
				passPublishersOn(engine, edge.tunnels, owner)
				meetingPublisher.connect?.(edge.tunnels, owner)
			}
			phones = attachPhoneGateway({ ...edge, ingest: engine, authorisePublish, ffmpeg, log })
		},
		metrics: registry => measureLive(registry, engine),
		async start() {
			// The start does not wait for the program: until it is found, the source is the only rendition.
			void transcoding.start()
			rtmpPort = await engine.start()
		},
		async stop() {
			await phones?.stop()
			meetingPublisher.stopAll()
			transcoding.stop()
			await engine.close()
		},
	}
}

/** Publishers that reach a node without the streams are passed on to the one that has them (NODE-23). */
function passPublishersOn(
	engine: EmbeddedLiveEngine,
	tunnels: Tunnels,
	{ findOther, removeIfEnded }: StreamsNode,
): void {
	tunnels.accept(rtmpTunnelPath, (socket, address) => engine.servePublisher(socket, address))
	engine.passPublishersOn(async (socket, address) => {
		const other = await findOther()
		if (other?.url == null) return false
		try {
			await tunnels.passOn(other.url, rtmpTunnelPath, socket, address)
		} catch (error) {
			if (isConnectionRefused(error)) await removeIfEnded(other).catch(() => {})
			throw error
		}
		return true
	})
}

/** RTMP address for OBS and others, at the host name the page was opened with. */
const rtmpUrl = (origin: string, port: number): string =>
	`rtmp://${new URL(origin).hostname}${port === usualRtmpPort ? '' : `:${port}`}/live`
