import { join } from 'node:path'
import { memoryArguments, memorySettings } from './memory.mjs'
import { ensureBuilt, ensureInstalled, ensureTypesRemoved } from './prepare.mjs'
import { endWithNpm, environment, main, root, runInTerminal } from './process.mjs'

await main(async () => {
	endWithNpm()
	const node = await ensureInstalled({ toRun: true })
	await ensureBuilt(node)
	const server = join(root, 'apps/server/src/main.ts')
	const args = ['--disable-warning=ExperimentalWarning', ...memoryArguments(), await ensureTypesRemoved(node)]
	return await runInTerminal(node, [...args, server, ...process.argv.slice(2)], {
		env: environment(memorySettings()),
		takesSignalsTwice: true,
	})
})
