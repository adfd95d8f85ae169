import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureFfmpeg } from './ffmpeg.mjs'
import { memorySettings } from './memory.mjs'
import { ensureInstalled } from './prepare.mjs'
import { environment, main, root } from './process.mjs'
import { formatRows, machineLabel, replaceSection } from './report.mjs'
import { runModule } from './runModule.mjs'

/**
 * npm run soak -- live                    a publisher and 50 viewers for two hours
 * npm run soak -- live --minutes 10       so long
 *
 * Fails where a viewer stalls or gets an error, or where memory grows. The table replaces its section of bench/README.md.
 */
await main(async () => {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { minutes: { type: 'string', default: '120' }, help: { type: 'boolean', default: false } },
	})
	if (values.help) {
		console.log(
			'npm run soak -- live [--minutes 120]   a publisher and 50 viewers; the table goes into bench/README.md',
		)
		return 0
	}
	if (positionals.some(word => word !== 'live')) {
		console.error('There is one soak: live.')
		return 1
	}
	const node = await ensureInstalled()
	const ffmpeg = await ensureFfmpeg()
	if ('missing' in ffmpeg) {
		console.error(`The film cannot be drawn: ${ffmpeg.missing}`)
		return 1
	}
	const expression = `await module.run({ minutes: ${Number(values.minutes)} })`
	const env = environment({ ...memorySettings(), PARLEY_TEST_FFMPEG: ffmpeg.program })
	const result = await runModule(node, join(root, 'bench/live/soak.ts'), expression, { env })
	if (!result) return 1
	const { rows, stalls, errors, growthPercent, viewers, minutes } = result
	const summary = `${stalls} stalls and ${errors} errors of ${viewers} viewers in ${minutes} minutes; memory in use in the second half is ${growthPercent} % more than in the first.`
	const text = [
		`## Soak: a publisher of 2.5 Mbit/s and ${viewers} low-latency viewers, ${minutes} minutes`,
		machineLabel(),
		formatRows(rows),
		summary,
		'RSS includes memory the process once held and did not return to the system, mostly buffers of slow viewers, and 58 MiB of program files. See "Where RSS comes from".',
		'A viewer stalls if a player that is 1.2 s behind would run out of media. Memory is measured after a garbage collection; the window is two minutes, so it is full from the third minute on. "Timer late" is the maximum delay of an idle timer in the viewers’ process: if it is as long as their buffer, the machine had no time for them.',
	].join('\n\n')
	console.log(`\n${text}`)
	replaceSection('bench:soak-live', text)
	return stalls + errors === 0 && growthPercent < 5 ? 0 : 1
})
