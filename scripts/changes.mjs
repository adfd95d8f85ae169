import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './process.mjs'

/**
 * @typedef {object} Changes
 * @property {string} base the branch that HEAD is compared with
 * @property {string[]} paths files that differ from the merge base with it, committed or not, including deleted ones
 * @property {string[]} existing those of `paths` that exist
 * @property {boolean} touchImports whether an import or export was added, removed or changed
 */

/**
 * Compares the working tree with the merge base of HEAD and main.
 * @returns {Promise<Changes | undefined>} undefined outside a git checkout
 */
export async function findChanges() {
	for (const base of ['origin/main', 'main', 'HEAD']) {
		const { code, output } = await git('merge-base', 'HEAD', base)
		if (code === 0) return await changesSince(output.trim(), base)
	}
	return undefined
}

async function changesSince(commit, base) {
	const [changed, untracked, diff] = await Promise.all([
		git('diff', '--name-only', '--no-renames', '-z', commit),
		git('ls-files', '--others', '--exclude-standard', '-z'),
		git('diff', '--unified=0', '--no-color', commit),
	])
	const paths = [changed, untracked].flatMap(({ output }) => output.split('\0').filter(Boolean))
	const existing = paths.filter(path => existsSync(join(root, path)))
	const areFilesAddedOrRemoved = untracked.output !== '' || existing.length < paths.length
	const touchImports = areFilesAddedOrRemoved || /^[+-].*\b(?:import|export|from)\b/m.test(diff.output)
	return { base, paths, existing, touchImports }
}

function git(...args) {
	return run('git', args).catch(() => ({ code: 1, output: '' }))
}
