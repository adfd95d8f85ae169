import { canInstall, installPackages } from './debian.mjs'
import { step, which } from './process.mjs'

/**
 * Provides ffmpeg and ffprobe, with which tests publish like OBS and play like televisions.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureFfmpeg() {
	if (!which('ffmpeg') && canInstall()) {
		const problem = await step('installing ffmpeg', () => installPackages('ffmpeg'))
		if (problem) return { missing: `apt-get could not install ffmpeg: ${problem}` }
	}
	const program = which('ffmpeg')
	return program ? { program } : { missing: 'no ffmpeg on this machine (Debian and Ubuntu: apt install ffmpeg)' }
}
