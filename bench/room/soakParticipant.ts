import { spawn, spawnSync } from 'node:child_process'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type EnterAnswer, type MediaEvents, roomHandshake, roomPaths } from '@parley/room'
import { io, type Socket } from 'socket.io-client'
import { isMarked, readRtpHeader } from '../../apps/server/src/modules/room/adapters/embedded/sfu/rtp.ts'
import { SyntheticParticipant } from '../../apps/server/src/modules/room/adapters/testing/syntheticParticipant.ts'
import { Client } from '../../e2e/attacks/attack.ts'

/** The header that ffmpeg writes has no extensions. */
const rtpHeaderBytes = 12

/** One packet of the film: what follows its RTP header, and the ticks since the packet before. */
type OnPacket = (source: 'camera' | 'microphone', payload: Buffer, ticks: number, marker: boolean) => void

export interface Film {
	/** Passes every packet to `onPacket`, in real time and in a loop; returns a function that stops that. */
	watch(onPacket: OnPacket): () => void
	stop(): void
}

/** Draws half a minute of a moving picture with a key frame every second, and of a tone; ffmpeg then sends it as RTP. */
export async function startFilm(ffmpeg: string, folder: string): Promise<Film> {
	const file = join(folder, 'film.webm')
	const quiet = ['-hide_banner', '-loglevel', 'error']
	const { status, stderr } = spawnSync(ffmpeg, [
		...[...quiet, '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=15', '-f', 'lavfi', '-i', 'sine=440:r=48000', '-t', '30'],
		...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '15', '-b:v', '150k'],
		...['-c:a', 'libopus', '-b:a', '32k', file],
	])
	if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
	const watching = new Set<OnPacket>()
	const passOn: OnPacket = (...packet) => {
		for (const onPacket of watching) onPacket(...packet)
	}
	const sockets = await Promise.all([receiveRtp('camera', passOn), receiveRtp('microphone', passOn)])
	const outputs = sockets.map(socket => `rtp://127.0.0.1:${(socket.address() as AddressInfo).port}?pkt_size=1100`)
	const child = spawn(
		ffmpeg,
		[
			...[...quiet, '-re', '-stream_loop', '-1', '-i', file],
			...outputs.flatMap((output, index) => ['-map', `0:${index}`, '-c', 'copy', '-f', 'rtp', output]),
		],
		{ stdio: ['ignore', 'ignore', 'inherit'] },
	)
	return {
		watch(onPacket) {
			watching.add(onPacket)
			return () => void watching.delete(onPacket)
		},
		stop() {
			child.kill('SIGTERM')
			for (const socket of sockets) socket.close()
		},
	}
}

async function receiveRtp(source: 'camera' | 'microphone', onPacket: OnPacket): Promise<UdpSocket> {
	const socket = createSocket('udp4')
	let lastTimestamp: number | undefined
	socket.on('message', packet => {
		const header = readRtpHeader(packet)
		if (!header) return
		const ticks = lastTimestamp === undefined ? 0 : (header.timestamp - lastTimestamp) >>> 0
		lastTimestamp = header.timestamp
		onPacket(source, packet.subarray(rtpHeaderBytes), ticks, isMarked(packet))
	})
	socket.bind(0, '127.0.0.1')
	await once(socket, 'listening')
	return socket
}

export interface SoakParticipant {
	leave(): Promise<void>
}

let ssrcs = 100_000

/** Joins a meeting as a guest without a browser, with the film as camera and microphone. */
export async function joinSynthetic(
	url: string,
	meetingId: string,
	name: string,
	film: Film,
): Promise<SoakParticipant> {
	const client = await new Client(url).visit()
	const fields = { meetingId, display_name: name, action: 'webJoin', openAudio: true, openVideo: true }
	const { code, data } = await client.post('/meeting/joinMeeting', fields)
	const ticket = new URL(data?.rtc_join_url ?? url).hash.replace('#ticket=', '')
	if (!ticket) throw new Error(`${name} was refused with ${code}`)
	const options = { path: roomPaths.socket, transports: ['websocket'], forceNew: true }
	const presence = io(url + roomPaths.presence, { ...options, auth: roomHandshake })
	const entered = (await ask(presence, 'enter', { kind: 'ticket', ticket })) as EnterAnswer
	if (!entered.ok || !entered.value.grant) throw new Error(`${name} did not enter: ${JSON.stringify(entered)}`)
	const media = io(url + roomPaths.media, options)
	ssrcs += 100
	const person = new SyntheticParticipant(name, { answer: answer => void media.emit('answer', answer) }, ssrcs)
	media.on('offer', (offer => person.onOffer(offer)) satisfies MediaEvents['offer'])
	media.on('slots', (({ slots }) => {
		person.slots = slots
	}) satisfies MediaEvents['slots'])
	await ask(media, 'hello', { token: entered.value.grant.token, connectionId: null })
	while (!person.connected) await new Promise(resolve => setTimeout(resolve, 20))
	await ask(presence, 'sending.set', { microphone: true, camera: true })
	media.emit('published', { source: 'camera' })
	media.emit('published', { source: 'microphone' })
	const stopWatching = film.watch((...packet) => person.send(...packet))
	return {
		async leave() {
			stopWatching()
			await ask(presence, 'leave', null)
			presence.disconnect()
			media.disconnect()
			person.close()
		},
	}
}

const ask = (socket: Socket, call: string, input: unknown): Promise<unknown> =>
	socket.timeout(20_000).emitWithAck(call, input)
