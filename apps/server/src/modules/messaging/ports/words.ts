import type { ImAppId } from '@parley/im'

/** Words a site forbids. Called for every message before it has a position, so it takes microseconds. */
export interface WordFilter {
	refuses(appId: ImAppId, text: string): boolean
}
