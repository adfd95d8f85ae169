/** By the code of the operating system. */
const sentences: Record<string, (path: string) => string> = {
	ENOENT: path => `File not found: ${path}`,
	ENOTDIR: path => `${path} is not inside a folder`,
	EISDIR: path => `${path} is a folder; name a file`,
	EEXIST: path => `${path} already exists; choose another name`,
	EACCES: path => `Permission denied: ${path}`,
	EPERM: path => `Permission denied: ${path}`,
	EROFS: path => `${path} is on a read-only disk`,
	ENOSPC: noSpace,
	EDQUOT: noSpace,
	EIO: path => `${path} cannot be read or written: disk error`,
}

function noSpace(path: string): string {
	return `No space left for ${path}: free some, or choose a folder on another disk`
}

/** SQLite's message for its own files as well as for copies of them. */
const sqliteFull = 'database or disk is full'

/** Explains an error of the file system in one sentence; undefined for any other error. */
export function explainFileError(error: unknown): string | undefined {
	const { code = '', path = 'the output', errstr } = error as { code?: string; path?: string; errstr?: string }
	if (errstr === sqliteFull) return noSpace('the database')
	return Object.hasOwn(sentences, code) ? sentences[code]?.(path) : undefined
}

/** Adds the path to errors of `work`: for open files, the system doesn't name it. */
export async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		const { code, path: named } = error as { code?: string; path?: string }
		if (code !== undefined && named === undefined) Object.assign(error as object, { path })
		throw error
	}
}
