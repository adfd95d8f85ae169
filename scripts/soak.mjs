import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBrowser } from './browser.mjs'
import { ensureFfmpeg } from './ffmpeg.mjs'
import { memoryArguments, memorySettings } from './memory.mjs'
import { ensureBuilt, ensureInstalled, ensureMessages } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { formatRows, machineLabel, replaceSection } from './report.mjs'
import { runModule } from './runModule.mjs'

const usage = `npm run soak -- live [--minutes 120]   a publisher and 50 viewers
npm run soak -- room [--minutes 60]    a meeting of five synthetic participants and two browsers
The table goes into bench/README.md.`

/**
 * npm run soak -- live                    a publisher and 50 viewers for two hours
 * npm run soak -- room                    a meeting of five synthetic participants and two browsers for an hour
 * npm run soak -- live --minutes 10       so long
 *
 * Fails where a viewer stalls or gets an error, where a picture of a meeting stands still for more than two seconds, or
 * where memory grows. The table replaces its section of bench/README.md.
 */
await main(async () => {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { minutes: { type: 'string' }, help: { type: 'boolean', default: false } },
	})
	if (values.help) {
		console.log(usage)
		return 0
	}
	const soak = { live: soakLive, room: soakRoom }[positionals[0] ?? '']
	if (!soak || positionals.length > 1) {
		console.error(usage)
		return 1
	}
	const node = await ensureInstalled()
	const ffmpeg = await ensureFfmpeg()
	if ('missing' in ffmpeg) {
		console.error(`The film cannot be drawn: ${ffmpeg.missing}`)
		return 1
	}
	return await soak(node, { ffmpeg: ffmpeg.program, minutes: values.minutes && Number(values.minutes) })
})

async function soakLive(node, { ffmpeg, minutes: wanted = 120 }) {
	const expression = `await module.run({ minutes: ${wanted} })`
	const env = environment({ ...memorySettings(), PARLEY_TEST_FFMPEG: ffmpeg })
	const result = await runModule(node, join(root, 'bench/live/soak.ts'), expression, { env })
	if (!result) return 1
	const { rows, stalls, errors, growthPercent, viewers, minutes } = result
	const summary = `${stalls} stalls and ${errors} errors of ${viewers} viewers in ${minutes} minutes; memory in use in the second half is ${growthPercent} % more than in the first.`
	printSection('bench:soak-live', [
		`## Soak: a publisher of 2.5 Mbit/s and ${viewers} low-latency viewers, ${minutes} minutes`,
		machineLabel(),
		formatRows(rows),
		summary,
		'RSS includes memory the process once held and did not return to the system, mostly buffers of slow viewers, and 58 MiB of program files. See "Where RSS comes from".',
		'A viewer stalls if a player that is 1.2 s behind would run out of media. Memory is measured after a garbage collection; the window is two minutes, so it is full from the third minute on. "Timer late" is the maximum delay of an idle timer in the viewers’ process: if it is as long as their buffer, the machine had no time for them.',
	])
	return stalls + errors === 0 && growthPercent < 5 ? 0 : 1
}

async function soakRoom(node, { ffmpeg, minutes: wanted = 60 }) {
	await ensureMessages(node)
	await ensureBuilt(node)
	const browser = await ensureBrowser(node)
	const setup = { minutes: wanted, ffmpeg, browser, nodeArguments: memoryArguments(), env: memorySettings() }
	const expression = `await module.run(${JSON.stringify(setup)})`
	const result = await runModule(node, join(root, 'bench/room/soak.ts'), expression, { env: environment() })
	if (!result) return 1
	const { rows, longestGapMs, growthPercent, changes, minutes } = result
	printSection('bench:soak-room', [
		`## Soak: a meeting of five synthetic participants and two browsers, ${minutes} minutes`,
		machineLabel(),
		formatRows(rows),
		`Somebody joined or left ${changes} times. The longest time without a new frame of a tile was ${longestGapMs} ms (goal: 2,000). The heap that grew most is ${growthPercent} % larger in the second half than in the first.`,
		'The five send 320 × 180 at 15 frames/s and a tone; one of them leaves or comes back every minute. The browsers are a phone (375 × 812) and a laptop (1280 × 800), whose figures are separated by a slash; both send their cameras. Heaps of pages are measured after a garbage collection, that of the server is the smallest value within the step. RSS of a page is that of its largest renderer process; "% of a core" is the main process of the server. The longest gap includes pictures that have not come yet.',
	])
	return longestGapMs <= 2_000 && growthPercent < 5 ? 0 : 1
}

function printSection(id, paragraphs) {
	const text = paragraphs.join('\n\n')
	console.log(`\n${text}`)
	replaceSection(id, text)
}
