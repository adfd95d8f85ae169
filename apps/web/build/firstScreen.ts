import { build, type Plugin, type PluginOption, type Rolldown, type UserConfig } from 'vite'

/** It has no code that could be counted. */
const isPlainCss = (id: string) => id.endsWith('.css') && !id.endsWith('.module.css')

/** What is only loaded later stays outside, so that what is left is needed at once. */
const withoutLater: Plugin = {
	name: 'parley:without-later',
	enforce: 'pre',
	resolveDynamicImport: source => ({ id: String(source), external: true }),
}

/**
 * The modules every page needs before it shows anything, found by building those alone. The bundler would cut them up
 * by which other screens use them too, one file for each combination, and round trips cost more than bytes.
 */
export async function firstScreenModules(config: UserConfig, plugins: PluginOption[]): Promise<Set<string>> {
	const built = await build({
		...config,
		configFile: false,
		logLevel: 'error',
		plugins: [withoutLater, ...plugins],
		build: { ...config.build, write: false, minify: false, sourcemap: false, manifest: false },
	})
	const { output } = built as Rolldown.RolldownOutput
	const chunks = output.filter(file => file.type === 'chunk')
	return new Set(
		chunks.flatMap(chunk =>
			Object.entries(chunk.modules)
				.filter(([id, module]) => module.renderedLength > 0 || isPlainCss(id))
				.map(([id]) => id),
		),
	)
}
