import { join } from 'node:path'
import { ensureInstalled } from './prepare.mjs'
import { environment, hand, main, root } from './process.mjs'

await main(async () => {
	const node = await ensureInstalled()
	const admin = join(root, 'apps/server/src/admin/main.ts')
	return await hand(node, ['--disable-warning=ExperimentalWarning', admin, ...process.argv.slice(2)], {
		env: environment(),
	})
})
