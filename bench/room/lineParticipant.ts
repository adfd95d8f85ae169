import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright-core'
import { chromiumArguments } from '../../e2e/fixtures/chromiumArguments.ts'
import { joinById, openMember, scheduleMeeting } from '../../e2e/fixtures/people.ts'

/**
 * One participant of the bench of weak lines, a process of its own because it runs in a network namespace:
 *
 *   host <url> <member>                 hosts a meeting, prints its id
 *   join <url> <member> <meeting id>    joins it, prints "joined" once it receives a picture
 *   open <url>                          opens the page of another product, prints "joined" at once
 *
 * Afterwards each number of seconds on standard input is measured and printed as one line of JSON.
 */
const [role, url = '', member = '', meetingId = ''] = process.argv.slice(2)

/** What a participant received from the others, and sent, over some seconds. */
export interface LineFigures {
	framesPerSecond: number
	/** Width of the received picture, in pixels. */
	width: number
	/** Part of the received audio that was made up because packets were missing. */
	concealedPercent: number
	freezes: number
	frozenS: number
	longestGapMs: number
	receivedKbitPerS: number
	sentKbitPerS: number
	roundTripMs: number
}

interface Reading {
	atMs: number
	frames: number
	width: number
	samples: number
	concealed: number
	freezes: number
	frozenS: number
	receivedBytes: number
	sentBytes: number
	roundTripMs: number
	longestGapMs: number
}

type MeasuredWindow = typeof globalThis & { peerConnections: RTCPeerConnection[]; longestGapMs: number }

const browser = await chromium.launch({
	executablePath: process.env.PARLEY_BROWSER ?? '',
	args: [...chromiumArguments, '--ignore-certificate-errors'],
})
// Reading the standard input would keep this process alive after its browser was closed by a signal.
browser.on('disconnected', () => process.exit())
const page = await join()
for await (const seconds of createInterface({ input: process.stdin }))
	console.log(JSON.stringify(await measure(page, Number(seconds))))
await browser.close()

async function join(): Promise<Page> {
	if (role === 'open') {
		const context = await browser.newContext({ viewport: { width: 375, height: 812 }, ignoreHTTPSErrors: true })
		await context.addInitScript(prepareWindow)
		const opened = await context.newPage()
		await opened.goto(url)
		console.log('joined')
		return opened
	}
	const person = await openMember(browser, url, member, { options: { ignoreHTTPSErrors: true } })
	await person.context.addInitScript(prepareWindow)
	if (role === 'host') {
		const id = await scheduleMeeting(person, { topic: 'A weak line', hostOpens: false })
		await joinById(person, id)
		console.log(id)
	} else {
		await joinById(person, meetingId)
		await person.page.waitForFunction(() => [...document.querySelectorAll('video')].some(video => video.videoWidth > 0))
		console.log('joined')
	}
	return person.page
}

/** Replaces the devices by a picture that moves and a continuous tone, and notes connections and gaps between frames. */
function prepareWindow(): void {
	const measured = globalThis as MeasuredWindow
	measured.peerConnections = []
	measured.longestGapMs = 0
	const Original = RTCPeerConnection
	globalThis.RTCPeerConnection = class extends Original {
		constructor(configuration?: RTCConfiguration) {
			super(configuration)
			measured.peerConnections.push(this)
		}
	}
	function picture(): MediaStreamTrack {
		const [width, height, framesPerSecond] = [640, 360, 20]
		const canvas = document.createElement('canvas')
		Object.assign(canvas, { width, height })
		const context = canvas.getContext('2d', { willReadFrequently: true })
		let frame = 0
		setInterval(() => {
			if (!context) return
			frame++
			context.fillStyle = `hsl(${frame % 360},40%,40%)`
			context.fillRect(0, 0, width, height)
			for (let box = 0; box < 40; box++) {
				context.fillStyle = `hsl(${box * 37},70%,55%)`
				const [x, y] = [(box * 97 + frame * (1 + (box % 5))) % width, (box * 61 + frame * (box % 4)) % height]
				context.fillRect(x, y, 24 + box, 16 + (box % 20))
			}
		}, 1_000 / framesPerSecond)
		return canvas.captureStream(framesPerSecond).getVideoTracks()[0] as MediaStreamTrack
	}
	function sound(): MediaStreamTrack {
		const context = new AudioContext({ sampleRate: 48_000 })
		const [tone, vibrato, depth, volume] = [
			context.createOscillator(),
			context.createOscillator(),
			context.createGain(),
			context.createGain(),
		]
		tone.frequency.value = 220
		vibrato.frequency.value = 3
		depth.gain.value = 80
		volume.gain.value = 0.3
		vibrato.connect(depth).connect(tone.frequency)
		const destination = context.createMediaStreamDestination()
		tone.connect(volume).connect(destination)
		tone.start()
		vibrato.start()
		return destination.stream.getAudioTracks()[0] as MediaStreamTrack
	}
	if (navigator.mediaDevices)
		navigator.mediaDevices.getUserMedia = async ({ audio, video } = {}) =>
			new MediaStream([...(audio ? [sound()] : []), ...(video ? [picture()] : [])])
	const watched = new WeakSet<HTMLVideoElement>()
	setInterval(() => {
		for (const video of document.querySelectorAll('video')) {
			if (watched.has(video)) continue
			watched.add(video)
			let last = performance.now()
			const onFrame = (nowMs: number) => {
				const [track] = (video.srcObject as MediaStream | null)?.getVideoTracks() ?? []
				const isReceived =
					track && measured.peerConnections.some(peer => peer.getReceivers().some(r => r.track === track))
				if (isReceived) measured.longestGapMs = Math.max(measured.longestGapMs, nowMs - last)
				last = nowMs
				video.requestVideoFrameCallback(onFrame)
			}
			video.requestVideoFrameCallback(onFrame)
		}
	}, 100)
}

async function measure(page: Page, seconds: number): Promise<LineFigures> {
	const before = await read(page)
	await page.waitForTimeout(seconds * 1_000)
	const after = await read(page)
	const elapsedS = (after.atMs - before.atMs) / 1_000
	const round = (value: number) => Math.round(value * 10) / 10
	return {
		framesPerSecond: round((after.frames - before.frames) / elapsedS),
		width: after.width,
		concealedPercent: round((100 * (after.concealed - before.concealed)) / Math.max(1, after.samples - before.samples)),
		freezes: after.freezes - before.freezes,
		frozenS: round(after.frozenS - before.frozenS),
		longestGapMs: Math.round(after.longestGapMs),
		receivedKbitPerS: Math.round(((after.receivedBytes - before.receivedBytes) * 8) / 1_000 / elapsedS),
		sentKbitPerS: Math.round(((after.sentBytes - before.sentBytes) * 8) / 1_000 / elapsedS),
		roundTripMs: Math.round(after.roundTripMs),
	}
}

/** Reads the counters of the connection in use, and starts the longest gap anew. */
function read(page: Page): Promise<Reading> {
	return page.evaluate(async () => {
		const measured = globalThis as MeasuredWindow
		const reading: Reading = {
			atMs: performance.now(),
			frames: 0,
			width: 0,
			samples: 0,
			concealed: 0,
			freezes: 0,
			frozenS: 0,
			receivedBytes: 0,
			sentBytes: 0,
			roundTripMs: 0,
			longestGapMs: measured.longestGapMs,
		}
		measured.longestGapMs = 0
		for (const connection of measured.peerConnections) {
			if (connection.connectionState === 'closed') continue
			for (const entry of (await connection.getStats()).values()) {
				if (entry.type === 'inbound-rtp' && entry.kind === 'video') {
					reading.frames += entry.framesDecoded ?? 0
					reading.width = Math.max(reading.width, entry.frameWidth ?? 0)
					reading.freezes += entry.freezeCount ?? 0
					reading.frozenS += entry.totalFreezesDuration ?? 0
				}
				if (entry.type === 'inbound-rtp' && entry.kind === 'audio') {
					reading.samples += entry.totalSamplesReceived ?? 0
					reading.concealed += entry.concealedSamples ?? 0
				}
				if (entry.type === 'candidate-pair' && entry.nominated) {
					reading.receivedBytes += entry.bytesReceived ?? 0
					reading.sentBytes += entry.bytesSent ?? 0
					reading.roundTripMs = (entry.currentRoundTripTime ?? 0) * 1_000
				}
			}
		}
		return reading
	})
}
