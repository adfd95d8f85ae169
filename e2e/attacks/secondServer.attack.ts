import { tryStartServerProcess } from '../../apps/server/src/platform/testing/serverProcess.ts'
import { type Attack, Client, withServer } from './attack.ts'

const others = 3

export const attack: Attack = {
	tried: `${others} more servers on the data folder of a running one`,
	run: () =>
		withServer({}, async server => {
			const settings = { PARLEY_DATA: server.dataFolders[0], PARLEY_DEMO: '1', PARLEY_LOG: 'warn' }
			const starts = await Promise.all(
				Array.from({ length: others }, () => tryStartServerProcess(settings, { usesBuiltPage: true })),
			)
			for (const { started } of starts) started?.child.kill('SIGKILL')
			const refused = starts.filter(({ failed }) => failed?.exitCode === 1)
			const sentences = new Set(refused.map(({ failed }) => failed?.output.trim().split(' (')[0]?.slice(0, 32)))
			const { http } = await new Client(server.url).get('/readyz')
			return {
				result: `${refused.length} were refused ("${[...sentences].join('", "')} …"); the first is ready: ${http}`,
				holds: refused.length === others && sentences.size === 1 && http === 200,
			}
		}),
}
