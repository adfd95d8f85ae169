import { existsSync } from 'node:fs'
import { canInstall, installPackages } from './debian.mjs'
import { step, which } from './process.mjs'

const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so'

/**
 * nginx with its RTMP module; tests start it themselves, on ports of their own.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureNginx() {
	if (!(which('nginx') && existsSync(rtmpModule)) && canInstall()) {
		const problem = await step('installing nginx', () => installPackages('nginx', 'libnginx-mod-rtmp'))
		if (problem) return { missing: `apt-get could not install nginx: ${problem}` }
	}
	const program = which('nginx')
	return program && existsSync(rtmpModule)
		? { program }
		: { missing: 'no nginx with RTMP on this machine (Debian and Ubuntu: apt install nginx libnginx-mod-rtmp)' }
}
