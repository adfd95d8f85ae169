import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { closeBrowsers } from '../../e2e/engines/browsers.ts'
import { type EngineWindow, enterRoom, openEngine, signIn } from '../../e2e/engines/index.ts'
import { chromiumArguments } from '../../e2e/fixtures/chromiumArguments.ts'
import { recordConnections } from '../../e2e/fixtures/media.ts'
import { joinById, openMember, scheduleMeeting } from '../../e2e/fixtures/people.ts'
import { type Evaluate, measure, measureSilence, watchFrames } from './lineFigures.ts'

/**
 * One participant of the bench of weak lines, a process of its own because it runs in a network namespace:
 *
 *   host <url> <member>                 hosts a meeting, prints its id
 *   join <url> <member> <meeting id>    joins it, prints "joined" once it receives a picture
 *   firefox <url> <member> <meeting id> does so in Firefox
 *   open <url>                          opens the page of another product, prints "joined" at once
 *
 * Afterwards each number of seconds on standard input is measured and printed as one line of JSON; for `silence`, that is the
 * longest time without sound.
 */
const [role, url = '', member = '', meetingId = ''] = process.argv.slice(2)

const evaluate = await (role === 'firefox' ? joinWithFirefox() : joinWithChromium())
await evaluate(watchFrames)
for await (const command of createInterface({ input: process.stdin })) {
	const isSilence = command === 'silence'
	const figures = isSilence ? { silenceMs: await measureSilence(evaluate) } : await measure(evaluate, Number(command))
	console.log(JSON.stringify(figures))
}
process.exit()

async function joinWithChromium(): Promise<Evaluate> {
	const browser = await chromium.launch({
		executablePath: process.env.PARLEY_BROWSER ?? '',
		args: [...chromiumArguments, '--ignore-certificate-errors'],
	})
	// Reading the standard input would keep this process alive after its browser was closed by a signal.
	browser.on('disconnected', () => process.exit())
	if (role === 'open') {
		const context = await browser.newContext({
			viewport: { width: 375, height: 812 },
			ignoreHTTPSErrors: true,
			// With them, as in a meeting, a browser binds its connections to the addresses of its networks.
			permissions: ['camera', 'microphone'],
		})
		await recordConnections(context)
		await context.addInitScript(replaceDevices)
		const opened = await context.newPage()
		await opened.goto(url)
		console.log('joined')
		return run => opened.evaluate(run)
	}
	const person = await openMember(browser, url, member, { options: { ignoreHTTPSErrors: true } })
	await person.context.addInitScript(replaceDevices)
	if (role === 'host') {
		const id = await scheduleMeeting(person, { topic: 'A weak line', hostOpens: false })
		await joinById(person, id)
		console.log(id)
	} else {
		await joinById(person, meetingId)
		await person.page.waitForFunction(() => [...document.querySelectorAll('video')].some(video => video.videoWidth > 0))
		console.log('joined')
	}
	return run => person.page.evaluate(run)
}

/** With the browser's own fake devices. */
async function joinWithFirefox(): Promise<Evaluate> {
	// Its driver handles the signal, and then waits.
	process.once('SIGTERM', () => void closeBrowsers().finally(() => process.exit()))
	const window = await openEngine('firefox', url)
	await signIn(window, url, member)
	await enterRoom(window, url, meetingId, { hasDevices: true })
	await waitForPicture(window)
	console.log('joined')
	return run => window.evaluate(run)
}

async function waitForPicture(window: EngineWindow): Promise<void> {
	const isThere = () => [...document.querySelectorAll('video')].some(video => video.videoWidth > 0)
	while (!(await window.evaluate(isThere))) await new Promise(resolve => setTimeout(resolve, 200))
}

/** Replaces the devices by a picture that moves and a continuous tone. */
function replaceDevices(): void {
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
}
