export { createLoopedFilm, type LoopedFilm } from './loopedFilm.ts'
export { showFilmToWatchers } from './watchers.ts'
