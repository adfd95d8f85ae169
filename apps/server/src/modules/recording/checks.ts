import type { Check, CheckResult } from '../../platform/check.ts'
import { findFfmpeg, findMissingFonts, fontPackages } from '../composer/index.ts'

/** Checks the fonts of the names that a recording shows while no camera is on (ROOM-163). */
export async function checkFonts(
	ffmpeg: string | undefined,
	findMissing: () => Promise<string[]> = findMissingFonts,
): Promise<CheckResult> {
	if ('missing' in (await findFfmpeg(ffmpeg))) return { found: 'not needed: meetings are not recorded' }
	const missing = await findMissing()
	if (missing.length === 0) return { found: 'Latin and Chinese names can be drawn in recordings' }
	return {
		found: `none for ${missing.join(' and ')} names: recordings leave them out while no camera is on`,
		remedy: `Install a package with such a font (${fontPackages}), and restart the server`,
	}
}

export const recordingChecks: readonly Check[] = [
	{ about: 'fonts', run: ({ config }) => checkFonts(config.live.ffmpeg) },
]
