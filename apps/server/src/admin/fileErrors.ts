/** By the code of the operating system. */
const sentences: Record<string, (path: string) => string> = {
	ENOENT: path => `There is no ${path}`,
	ENOTDIR: path => `${path} is in no folder`,
	EISDIR: path => `${path} is a folder, and a file is needed`,
	EEXIST: path => `${path} is there already; choose another name`,
	EACCES: path => `This user may not read or write ${path}`,
	EPERM: path => `This user may not read or write ${path}`,
	EROFS: path => `${path} is on a disk that is read-only`,
	ENOSPC: noSpace,
	EDQUOT: noSpace,
	EIO: path => `${path} cannot be read or written: the disk fails`,
}

function noSpace(path: string): string {
	return `No space is left for ${path}: free some, or choose a folder on another disk`
}

/** SQLite says so of its files as well as of copies of them. */
const sqliteFull = 'database or disk is full'

/** Explains an error of the file system in one sentence; undefined for any other error. */
export function explainFileError(error: unknown): string | undefined {
	const { code = '', path = 'what is written', errstr } = error as { code?: string; path?: string; errstr?: string }
	if (errstr === sqliteFull) return noSpace('the database')
	return Object.hasOwn(sentences, code) ? sentences[code]?.(path) : undefined
}

/** Runs `work` on an open file, or on one that is read; the system names no file in what goes wrong there. */
export async function withPath<T>(path: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		const { code, path: named } = error as { code?: string; path?: string }
		if (code !== undefined && named === undefined) Object.assign(error as object, { path })
		throw error
	}
}
