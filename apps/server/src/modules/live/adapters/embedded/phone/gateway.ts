import {
	livePublishLimits,
	livePublishPath,
	type PhonePublishRefusal,
	type PublishCalls,
	type PublishEvents,
	PublishHello,
	type UploadContainer,
} from '@parley/api'
import { ok, type Result, refused } from '@parley/core'
import { Server, type Socket } from 'socket.io'
import * as v from 'valibot'
import { type GatewayEdge, gatewayOptions } from '../../../../../platform/gatewayOptions.ts'
import type { Log } from '../../../../../platform/log.ts'
import { passUpgradesOn } from '../../../../../platform/passUpgradesOn.ts'
import { type EngineConnection, limitSocketIo } from '../../../../../platform/socketIoLimits.ts'
import type { Ffmpeg } from '../../../../composer/index.ts'
import type { LiveHooks } from '../../../index.ts'
import type { LiveIngest } from '../../../ingest.ts'
import { createPublisherPlaces, type PublisherPlace } from '../publisherPlaces.ts'
import { PhoneUpload } from './phoneUpload.ts'

const connectionsPerAddress = { times: 60, perS: 60 }
/** Time allowed for a connection without a valid `hello`. */
const helloWithinMs = 10_000
/** Maximum number of uploads, including those waiting for their phone. */
const maxUploads = 200
/** Timeout for a phone that lost its network, well within the grace period. */
const heartbeat = { pingInterval: 4_000, pingTimeout: 6_000 }

/** Limit for a reconnecting phone, which sends everything it has buffered, each chunk in two frames, and receives little. */
const frameLimits = { framesPerSecond: 1_000, unreadBytes: 64 * 1024 }

type PublishSocket = Socket<PublishCalls, PublishEvents>

export interface PhoneGatewaySetup extends GatewayEdge {
	ingest: Pick<LiveIngest, 'publish'>
	/** Same check as for RTMP. */
	authorisePublish: LiveHooks['authorisePublish']
	/** Undefined: without a transcoder. */
	ffmpeg(): Ffmpeg | undefined
	log: Log
}

/** Attaches the socket on which phones send their camera recordings. */
export function attachPhoneGateway(setup: PhoneGatewaySetup): { stop(): Promise<void> } {
	const uploads = new Map<string, PhoneUpload>()
	const places = createPublisherPlaces()
	const placeOf = new WeakMap<EngineConnection, PublisherPlace>()
	let isStopping = false

	const io: Server<PublishCalls, PublishEvents> = new Server(setup.server, {
		path: livePublishPath,
		...gatewayOptions(setup, {
			rate: { name: 'live-publish', ...connectionsPerAddress },
			isStopping: () => isStopping,
			hasCapacity: () => true,
		}),
		perMessageDeflate: false,
		maxHttpBufferSize: livePublishLimits.maxChunkBytes + 1_024,
		...heartbeat,
	})

	if (setup.passUpgradeOn) passUpgradesOn(io.engine, setup.passUpgradeOn)
	io.engine.on('connection', (connection: EngineConnection) => {
		const place = places.enter(setup.addressOf(connection.request), () => connection.close())
		if (!place) return connection.close()
		placeOf.set(connection, place)
		connection.once('close', place.leave)
	})
	const stopLimits = limitSocketIo(io, { ...frameLimits, namespaces: ['/'], isKnown: () => true })

	const containers = (): UploadContainer[] =>
		setup.ffmpeg() ? ['mp4-aac', 'mkv-opus', 'mp4-opus'] : ['mp4-aac', 'mp4-opus']

	/** Returns the upload a `hello` is for: a known one, or a new one. */
	async function find(hello: PublishHello, address: string): Promise<Result<PhoneUpload, PhonePublishRefusal>> {
		if (!containers().includes(hello.container)) return refused('container')
		const { streamId, key, uploadId } = hello
		const authorised = await setup.authorisePublish({ streamId, key, address })
		if (!authorised.ok) return authorised
		const known = uploads.get(uploadId)
		if (known) {
			const isSame = known.hello.streamId === streamId && known.hello.container === hello.container
			return isSame ? ok(known) : refused('unknown')
		}
		if (isStopping || uploads.size >= maxUploads) return refused('unavailable')
		const upload = new PhoneUpload({
			hello,
			address,
			ingest: setup.ingest,
			ffmpeg: setup.ffmpeg(),
			log: setup.log,
			onOver: () => uploads.delete(uploadId),
		})
		uploads.set(uploadId, upload)
		return ok(upload)
	}

	io.on('connection', socket => serve(socket, { setup, find, containers, place: placeOf.get(socket.conn) }))
	return {
		async stop() {
			isStopping = true
			stopLimits()
			for (const upload of [...uploads.values()]) upload.finish()
			io.disconnectSockets(true)
			io.engine.close()
		},
	}
}

interface Serving {
	setup: PhoneGatewaySetup
	find(hello: PublishHello, address: string): Promise<Result<PhoneUpload, PhonePublishRefusal>>
	containers(): UploadContainer[]
	place: PublisherPlace | undefined
}

function serve(socket: PublishSocket, { setup, find, containers, place }: Serving) {
	const address = setup.addressOf(socket.request)
	let upload: PhoneUpload | undefined
	const connection = {
		ended(reason: Parameters<PublishEvents['ended']>[0]) {
			upload = undefined
			socket.emit('ended', reason)
		},
	}
	const silent = setTimeout(() => socket.disconnect(true), helloWithinMs)

	async function hello(input: unknown): Promise<Result<{ nextChunk: number }, PhonePublishRefusal>> {
		const parsed = v.safeParse(PublishHello, input)
		if (!parsed.success) return refused('input.invalid')
		// The same phone begins another upload: the previous one ends and frees its place.
		if (upload && upload.hello.uploadId !== parsed.output.uploadId) upload.finish()
		upload = undefined
		const found = await find(parsed.output, address)
		if (!found.ok) return found
		const attached = found.value.attach(connection, address)
		if (!attached.ok) {
			found.value.finish()
			return attached
		}
		if (!socket.connected) {
			found.value.detach(connection)
			return refused('unavailable')
		}
		clearTimeout(silent)
		place?.publishes()
		upload = found.value
		return ok({ nextChunk: upload.nextChunk })
	}

	const answering = <T>(work: Promise<T>, otherwise: T, answer: unknown) => {
		const give = (value: T) => void (typeof answer === 'function' && answer(value))
		work.then(give, error => {
			setup.log.error({ err: error }, 'a call of a publishing phone failed')
			give(otherwise)
		})
	}
	socket.on('hello', (input, answer) => answering(hello(input), refused('unavailable'), answer))
	socket.on('chunk', (number: unknown, bytes: unknown, answer: unknown) => {
		const current = upload
		if (!current) return
		const isChunk = Number.isSafeInteger(number) && (number as number) >= 0 && bytes instanceof Uint8Array
		if (!isChunk) return current.end('corrupt')
		answering(current.write(number as number, Buffer.from(bytes as Uint8Array)), current.nextChunk, answer)
	})
	socket.on('finish', answer => {
		upload?.finish()
		upload = undefined
		if (typeof answer === 'function') answer()
	})
	socket.on('disconnect', () => {
		clearTimeout(silent)
		upload?.detach(connection)
	})
	socket.emit('welcome', { containers: containers() })
}
