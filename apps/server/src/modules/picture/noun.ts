import type { HttpApp, Platform } from '../../platform/noun.ts'
import { openBlobs } from '../../platform/openBlobs.ts'
import { servePictures } from './adapters/pictures.ts'
import { pictureHttp } from './http.ts'
import { createPictureService } from './service.ts'
import { createSqlPictureAttachments } from './store.sql.ts'

/** Which of these paths are referred to; the others may be removed. */
type FindInUse = (paths: readonly string[]) => Promise<ReadonlySet<string>>

function open({ config, db, clock }: Pick<Platform, 'config' | 'db' | 'clock'>) {
	const owners: FindInUse[] = []
	const pictures = createPictureService({
		blobs: openBlobs(config, 'pictures', clock),
		attachments: createSqlPictureAttachments(db),
		async findInUse(paths) {
			const ofOwners = await Promise.all(owners.map(findInUse => findInUse(paths)))
			return new Set(ofOwners.flatMap(inUse => [...inUse]))
		},
		clock,
	})
	return {
		pictures,
		/** Keeps the pictures that a noun refers to. */
		addOwner: (findInUse: FindInUse) => void owners.push(findInUse),
		calls: { picture: pictureHttp(pictures) },
		routes: (app: HttpApp) => servePictures(app, pictures),
		jobs: [{ name: 'unused pictures', run: pictures.removeUnused }],
	}
}

export const pictureNoun = { name: 'picture' as const, open }
