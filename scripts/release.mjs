import { cutRelease } from './cutRelease.mjs'
import { main, root, UserError } from './process.mjs'

/**
 * npm run release -- 0.1.0    sets the version, dates its section of CHANGELOG.md, commits and tags
 *
 * Pushes nothing: check the commit first, then `git push --follow-tags`.
 */
await main(async () => {
	const [version, ...others] = process.argv.slice(2)
	if (version === undefined || others.length > 0) throw new UserError('Name one version: npm run release -- 0.1.0')
	const { tag } = cutRelease(version, { folder: root, date: new Date().toISOString().slice(0, 10) })
	console.log(`${tag} is committed and tagged. Publish it with: git push --follow-tags`)
	return 0
})
