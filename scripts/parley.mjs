import { join } from 'node:path'
import { ensureInstalled } from './prepare.mjs'
import { environment, main, root, runInTerminal } from './process.mjs'

await main(async () => {
	const node = await ensureInstalled({ toRun: true })
	const admin = join(root, 'apps/server/src/admin/main.ts')
	return await runInTerminal(node, ['--disable-warning=ExperimentalWarning', admin, ...process.argv.slice(2)], {
		env: environment(),
	})
})
