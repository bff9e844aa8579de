/* The parts in their order, when all of them are known. */
drawHead();
drawTiles();
drawReasons();
drawFailures();
drawChange();
drawExplored();
drawPairs();
drawStatistics();
document.getElementById("nav").append(links);
document.documentElement.dataset.ready = "yes";
