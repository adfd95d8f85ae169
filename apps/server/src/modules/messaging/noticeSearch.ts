/** What notices are searched in: the texts a person reads, whatever their case. */
export const searchedText = ({ title, content }: Record<string, unknown>): string =>
	[title, content]
		.filter(text => typeof text === 'string')
		.join('\n')
		.toLowerCase()

/** All of these must be in a notice that is found. */
export const searchedWords = (keywords: string): string[] =>
	keywords
		.toLowerCase()
		.split(/\s+/)
		.filter(word => word !== '')
