/** The room that a store takes. */

/** So many rows of a kind, and the bytes of their JSON. */
export interface KindSize {
  readonly kind: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface RoomRecords {
  /** By kind, in the order of their names; kinds of which there are none are left out. */
  sizes(): Promise<readonly KindSize[]>;
  /**
   * Removes what has been there for so long and no set needs: pages that none cites; model answers, fetches and search
   * replies, which are asked for again where they are needed again; keys of discoveries whose set is gone.
   * @param olderThanMs at least a day, so that what is under way keeps its pages
   * @param isTrial nothing is removed
   * @returns what went, or would go
   */
  prune(olderThanMs: number, isTrial: boolean): Promise<readonly KindSize[]>;
}
