import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { serveImPage } from '../modules/messaging/adapters/http/imPage.ts'
import type { Nouns } from '../modules/nouns.ts'
import { restrictToSites } from '../modules/social/index.ts'
import { adminCommand } from '../platform/adminCommand.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db.ts'
import type { OpenNoun, Platform } from '../platform/noun.ts'
import { StartError } from '../platform/startError.ts'
import { createLoopedFilm, type LoopedFilm, showFilmToWatchers } from './film/index.ts'
import type { DemoIdentityIssuer } from './identityIssuer.ts'
import { seedOrRefreshDemo } from './index.ts'
import { startDemoLives } from './lives.ts'
import { messagingDemo } from './messaging.ts'
import { findPublishedPasswords } from './publishedPasswords.ts'
import { serveSimulatedPhone } from './simulatedPhone.ts'
import { demoSites } from './sites.ts'
import { serveThisMachineOnly } from './thisMachineOnly.ts'

const imPageFolder = fileURLToPath(new URL('../../../im/dist', import.meta.url))
const demoSiteIds = demoSites.map(({ id }) => id)

/**
 * Seeds or refreshes the demo if it is enabled; throws if other machines could reach its people without it being
 * requested explicitly.
 */
export async function findDemo({ demo, isReachable }: Config, db: Db): Promise<boolean> {
	if (demo === 'everywhere' || demo === 'thisMachine') return await seedOrRefreshDemo(db)
	if (isReachable && (await findPublishedPasswords(db)).length > 0) {
		throw new StartError(
			`The database holds demo people, whose password is public, and other machines reach this server: take their passwords with \`${adminCommand('demo close')}\`, or set PARLEY_DEMO=1 to admit everyone.`,
		)
	}
	return false
}

/** Anyone can obtain demo tokens, so they are valid on the demo's own sites only. */
export const demoVerifier = (issuer: DemoIdentityIssuer) => restrictToSites(demoSiteIds, issuer.verify)

/** The simulated phone, the page of the messaging SDK and the streams of the demo; never without demo data. */
export function openDemo(
	{ config, db, clock }: Pick<Platform, 'config' | 'db' | 'clock'>,
	{ site: { sites }, sms, live, meeting, picture }: Nouns,
	issuer: DemoIdentityIssuer,
): OpenNoun & { showsLives: boolean } {
	const { ingest, engine } = live.media
	// An outside origin does not show the film.
	const film = ingest && createLoopedFilm(ingest)
	/** Streams that show the film, by meeting; known from the start on. */
	const streams = new Map<string, string>()

	async function showLives({ publishOnce }: LoopedFilm) {
		const started = await startDemoLives({
			db,
			broadcasts: live.lives.broadcasts,
			meetings: meeting.meetings,
			pictures: picture.pictures,
			engine,
			clock,
			publishFilm: publishOnce,
		})
		for (const [meetingId, streamId] of started) streams.set(meetingId, streamId)
	}

	return {
		showsLives: film !== undefined,
		async routes(app: FastifyInstance) {
			serveSimulatedPhone(app, sites, {
				inbox: sms.inbox?.recent,
				async signIdentity(provider, subject, { id }) {
					const secret = demoSiteIds.includes(id) ? await sites.shellSecret(id) : undefined
					return secret === undefined ? undefined : await issuer.signIdentity(provider, subject, secret)
				},
			})
			await serveImPage(app, { sites, folder: imPageFolder, demo: messagingDemo })
		},
		/** Before any route: hooks are for the routes that are registered after them. */
		prepare(app: FastifyInstance) {
			if (film) showFilmToWatchers(app, film, streams)
			if (config.demo === 'thisMachine') serveThisMachineOnly(app)
		},
		jobs: [{ name: 'refresh of the demo data', run: async () => void (await seedOrRefreshDemo(db)) }],
		// Several nodes have one film: the one that has the streams shows it, and receives the requests for it.
		start: () => film && live.owner.whenOwner(() => showLives(film)),
		stop: () => film?.stop(),
	}
}
