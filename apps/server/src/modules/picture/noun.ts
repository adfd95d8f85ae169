import { join } from 'node:path'
import type { HttpApp, Platform } from '../../platform/noun.ts'
import { servePictures } from './adapters/pictures.ts'
import { openPictureFolder } from './folder.ts'
import { pictureHttp } from './http.ts'
import { createPictureService } from './service.ts'

/** Which of these paths are referred to; the others may be removed. */
type FindInUse = (paths: readonly string[]) => Promise<ReadonlySet<string>>

function open({ config, clock }: Pick<Platform, 'config' | 'clock'>) {
	const path = join(config.dataFolder, 'pictures')
	const owners: FindInUse[] = []
	const pictures = createPictureService({
		folder: openPictureFolder(path),
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
		routes: (app: HttpApp) => servePictures(app, path),
		jobs: [{ name: 'pictures no meeting has', run: pictures.removeUnused }],
	}
}

export const pictureNoun = { name: 'picture' as const, open }
