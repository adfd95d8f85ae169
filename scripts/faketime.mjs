import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, installPackages } from './debian.mjs'
import { step } from './process.mjs'

const libraries = '/usr/lib'

/**
 * The library that moves the clock of a process.
 * @returns {Promise<{ library: string } | { missing: string }>}
 */
export async function ensureFaketime() {
	if (!findLibrary() && canInstall()) {
		const problem = await step('installing faketime', () => installPackages('faketime'))
		if (problem) return { missing: `apt-get could not install faketime: ${problem}` }
	}
	const library = findLibrary()
	return library ? { library } : { missing: 'no libfaketime on this machine (Debian and Ubuntu: apt install faketime)' }
}

function findLibrary() {
	if (!existsSync(libraries)) return undefined
	return readdirSync(libraries)
		.map(folder => join(libraries, folder, 'faketime/libfaketime.so.1'))
		.find(path => existsSync(path))
}
