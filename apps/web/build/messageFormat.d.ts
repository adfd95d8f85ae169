/** The package has no types of its own. */
declare module '@inlang/plugin-message-format' {
	const plugin: {
		/** Message files for the compiler: JSON in UTF-8, keys to texts. */
		importFiles(input: {
			settings: { baseLocale: string; locales: string[] }
			files: { locale: string; content: Uint8Array }[]
		}): Promise<{ bundles: object[]; messages: object[]; variants: object[] }>
	}
	// biome-ignore lint/style/noDefaultExport: so it is
	export default plugin
}
